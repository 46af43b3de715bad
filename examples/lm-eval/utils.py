"""Functions of the tasks in this folder."""


def tidy(dataset):
    """Takes the white space off the ends of the questions."""
    return dataset.map(lambda doc: {'question': doc['question'].strip()})
