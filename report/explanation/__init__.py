"""An explanation as people see it: text, a page with a slider, JSON."""
