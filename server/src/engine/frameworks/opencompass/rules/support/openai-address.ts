import { classPathOf } from '../../../../config/class-name.js';
import { itemsOf } from '../../../../config/sequence.js';
import { replaceStringFix } from '../../../../checks/support/fixes.js';
import { say } from '../../../../core/say.js';
import { textOf, type Value } from '../../../../core/value.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { builtPlaces } from './class-keys.js';

/** What is asked for chat by the services of OpenAI and those like it. */
const endpoint = 'chat/completions';

/** Classes that post to the address as it is, and those whose client adds the endpoint: OpenCompass 0.5.3 `models/openai_api.py`, `openai_streaming.py`. */
const posting: ReadonlySet<string> = new Set(['OpenAI']);
const adding: ReadonlySet<string> = new Set(['OpenAISDK', 'OpenAISDKStreaming', 'OpenAISDKRollout']);

/** Addresses without the endpoint where a class posts to them, and with it where a client adds it. */
export function* openaiFindings(context: CheckContext): Iterable<Finding> {
  for (const { dict, facts } of builtPlaces(context, 'model')) {
    if (!classPathOf(dict.get('type'))?.startsWith('opencompass.')) continue;
    const given = dict.get('openai_api_base');
    for (const address of given ? (itemsOf(given) ?? [given]) : []) {
      if (posting.has(facts.name) || adding.has(facts.name)) yield* withoutScheme(context, address);
      if (posting.has(facts.name)) yield* withoutEndpoint(context, facts.name, address);
      if (adding.has(facts.name)) yield* withEndpoint(context, facts.name, address);
    }
  }
}

/** A host with a port, or the root of a service, without `http://`: what stands for an address that is still to be written is none. */
function* withoutScheme(context: CheckContext, address: Value): Iterable<Finding> {
  const written = textOf(address);
  if (written === undefined || !/^[A-Za-z0-9][\w.-]*(?::\d+(?:\/\S*)?|\.\w+\/v\d+\/?\S*)$/.test(written)) return;
  const meant = `${/^(?:localhost|\d+(?:\.\d+){3}|[\w.-]+:\d+)/.test(written) ? 'http' : 'https'}://${written}`;
  yield {
    span: address.span,
    severity: 'error',
    message: say`An address begins with http:// or https://: without it every request fails, and the task raises an exception. Write ${meant}.`,
    fixes: replaceStringFix(context, address, meant, say`Write ${meant}`),
  };
}

/** Only an address that ends with a version is surely the root of a service. */
function* withoutEndpoint(context: CheckContext, className: string, address: Value): Iterable<Finding> {
  const written = textOf(address);
  if (written === undefined || !/^https?:\/\/[^/?#]+(?:\/[^?#]*)?\/v\d+\/?$/.test(written)) return;
  const meant = `${written.replace(/\/$/, '')}/${endpoint}`;
  yield {
    span: address.span,
    message: say`${className} posts to this address as it is, and services answer at ${meant}: every request fails, and the task raises an exception. Only the classes of OpenAI's client, such as OpenAISDK, add the rest.`,
    fixes: replaceStringFix(context, address, meant, say`Write ${meant}`),
  };
}

function* withEndpoint(context: CheckContext, className: string, address: Value): Iterable<Finding> {
  const written = textOf(address);
  const root = /^(https?:\/\/[^?#]+)\/chat\/completions\/?$/.exec(written ?? '')?.[1];
  if (root === undefined) return;
  yield {
    span: address.span,
    message: say`The client of ${className} adds ${endpoint} to this address: requests go to ${`${root}/${endpoint}/${endpoint}`}, which services do not know, and the task raises an exception. Write ${root}.`,
    fixes: replaceStringFix(context, address, root, say`Write ${root}`),
  };
}
