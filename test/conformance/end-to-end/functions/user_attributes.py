"""What is not there, or is not followed: nothing may be said of it that Python does not say."""
import re


def doc_to_text_last_index(doc):
    return str(re.search(r'(a)|(b)', 'xb').lastindex)


def doc_to_text_own_pattern(doc):
    return re.search('x', 'x').re.pattern


def doc_to_text_missing(doc):
    return doc.nothing


def doc_to_text_missing_of_text(doc):
    return doc['question'].nothing()
