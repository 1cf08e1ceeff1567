"""The setter of Lights Out: `setter` changes graphs and starts step by step; `bounds`: what no instance can have."""
