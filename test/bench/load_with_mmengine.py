"""Loads every Python config below a folder with mmengine's own Config.fromfile, in one process, and prints what that took as JSON.

    python load_with_mmengine.py FOLDER
"""
import io
import json
import os
import sys
import time
import warnings

folder = os.path.abspath(sys.argv[1])
files = sorted(os.path.join(path, name) for path, _, names in os.walk(folder) for name in names if name.endswith('.py'))
# Absolute imports of bases lead to the package that the folder lies in.
root = folder
while os.path.dirname(root) != root and os.path.basename(root) != 'opencompass':
    root = os.path.dirname(root)
sys.path.insert(0, os.path.dirname(root))
warnings.simplefilter('ignore')
answers, sys.stdout = sys.stdout, io.StringIO()

begin = time.perf_counter()
import mmengine  # noqa: E402
from mmengine.config import Config  # noqa: E402  (what a run of the framework pays for, too)

imported = time.perf_counter()
imported_cpu = time.process_time()
loaded = 0
for file in files:
    try:
        Config.fromfile(file, format_python_code=False)
        loaded += 1
    except Exception:
        pass
end = time.perf_counter()
json.dump(
    {
        'version': mmengine.__version__,
        'files': len(files),
        'loaded': loaded,
        'importSeconds': imported - begin,
        'loadSeconds': end - imported,
        'loadCpuSeconds': time.process_time() - imported_cpu,
    },
    answers)
