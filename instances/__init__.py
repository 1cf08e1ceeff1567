"""Instances: what a person may type for one (`what`), exchange formats (`formats/`), and a catalogue of known ones."""
