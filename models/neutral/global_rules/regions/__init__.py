"""The edges that hold divide a graph into regions: its components, inside of which every edge holds."""
