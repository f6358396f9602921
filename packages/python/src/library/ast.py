from _evaluator import literal as literal_eval
