"""What AISBench's own classes make of a case: the answer to a `render` request of docs/batch.md, in the goldens' shape."""
import asyncio
import copy
import types

from canonical import canonical
from render_case import Renderer


class AisBenchRenderer(Renderer):
    """As OpenCompass renders, but that the retriever is given the templates' configs, and builds them itself."""

    def templates(self, _case):
        return {}

    def given_to_retriever(self, case):
        return {name: case[name] for name in ('ice_template', 'prompt_template')}

    def examples(self, retriever, _made, ids):
        return retriever.generate_ice(ids)

    def outcome(self, result, mode, kind, meta):
        messages = self.messages(result) if kind == 'api' and meta is not None and mode == 'gen' else None
        return {'result': canonical(result), **({} if messages is None else {'messages': canonical(messages)})}

    def messages(self, prompt):
        """What the chat endpoint is sent; None where its request cannot be built."""
        model = self.classes['VLLMCustomAPIChat'].__new__(self.classes['VLLMCustomAPIChat'])
        vars(model).update(generation_kwargs={}, response_anomaly_enabled=False, lora_data_map=None, model='', stream=False, logger=SILENT)
        output = types.SimpleNamespace()
        try:
            asyncio.run(model.get_request_body(copy.deepcopy(prompt), 1, output))
        except (TypeError, KeyError):
            return None
        return output.input


SILENT = types.SimpleNamespace(debug=lambda *_: None, warning=lambda *_: None)
