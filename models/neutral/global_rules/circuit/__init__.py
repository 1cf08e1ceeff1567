"""Each place has a successor, and they form one tour through all places."""
