"""An explanation as people see it: text, a page with a slider, JSON; all from `records`, which has the text, too.

`rule_sentences` names each rule where it is first needed and folds lines. The sentences come from
`rosetta.studies.explaining`.
"""
