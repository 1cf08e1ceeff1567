"""What two sources say of Akari (Light Up), run again."""
