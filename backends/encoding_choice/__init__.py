"""Choosing an encoding.

catalogue   every encoding by name: the modules of `backends.encodings`
auto        which encoding a row gets if none is named, by the measurements in `auto.tsv`
sizes       how large encodings are, beside python-sat's: `python -m backends.encoding_choice.sizes`
"""
