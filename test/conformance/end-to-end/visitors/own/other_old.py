from lm_eval.utils import eval_logger


def results(doc, results):
    eval_logger.info(doc)
    return {"acc": 0}
