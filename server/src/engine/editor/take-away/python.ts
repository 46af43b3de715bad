import { safeJson, shownLine } from '../../core/shown.js';
import type { Verification } from '../../prompt/verification.js';

/**
 * A program that asks the installed framework itself for a prompt, and prints that. It has all that it needs: our script that asks, and what that is asked.
 * @param of what the prompt is of
 * @param script the text of the script that the verification names
 * @param directory where the framework is started
 */
export function pythonFor(of: string, { request }: Verification, script: string, directory: string): string {
  // Neither a quote nor a backslash of the script may end the literal, or mean something else in it.
  const isPlain = !script.includes("'''") && !script.endsWith("'") && !script.endsWith('\\');
  return `# ${shownLine(of)}
# Asks the installed framework itself for this prompt, and prints it. Made by Prompt Preflight.
# It runs the framework, and the functions that the config names: python THIS_FILE
import json
import os
import subprocess
import sys

SCRIPT = ${isPlain ? `r'''${script}'''` : literal(script)}

REQUEST = ${literal(request.replaceAll('\n', ' '))}
DIRECTORY = ${literal(directory)}

offline = {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "PYTHONIOENCODING": "utf-8"}
asked = subprocess.Popen(
    [sys.executable, "-c", SCRIPT],
    stdin=subprocess.PIPE,
    stdout=subprocess.PIPE,
    encoding="utf-8",
    cwd=DIRECTORY if os.path.isdir(DIRECTORY) else None,
    env={**os.environ, **offline},
)
asked.stdin.write(REQUEST + "\\n")
asked.stdin.flush()  # and left open: the script ends when it is closed
line = asked.stdout.readline()
asked.stdin.close()
if not line:
    sys.exit(asked.wait() or 1)
answer = json.loads(line)
if "error" in answer:
    sys.exit("the framework raises " + answer["error"])
sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
for request in answer["requests"]:
    context = request["context"]
    print(context if isinstance(context, str) else json.dumps(context, ensure_ascii=False, indent=2))
    if request.get("continuation") is not None:
        print("--- scored:" if request["type"] != "ppl" else "--- label:", repr(request["continuation"]))
`;
}

/** As Python and JSON both write a text: with escapes for all that is not seen. */
function literal(text: string): string {
  return safeJson(JSON.stringify(text)).replaceAll('\u007f', '\\u007f');
}
