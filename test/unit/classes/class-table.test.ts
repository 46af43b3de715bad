import { describe, expect, it } from 'vitest';
import aisBenchFile from '../../../schemas/class-tables/aisbench.json';
import openCompassFile from '../../../schemas/class-tables/opencompass.json';
import { ClassTable, writeKeywords, type ClassTableFile } from '../../../server/src/engine/classes/class-table.js';
import { aisBench } from '../../../server/src/engine/frameworks/aisbench/index.js';
import { aisBenchModelClass as aisBenchClass } from '../../../server/src/engine/frameworks/aisbench/classes/model-classes.js';
import { openCompass } from '../../../server/src/engine/frameworks/opencompass/index.js';
import { openCompassModelClass as openCompassClass } from '../../../server/src/engine/frameworks/opencompass/classes/model-classes.js';
import { fixture } from '../../support/fixture.js';

const shipped: readonly (readonly [typeof openCompass, ClassTableFile, typeof openCompassClass])[] = [
  [openCompass, openCompassFile, openCompassClass],
  [aisBench, aisBenchFile, aisBenchClass],
];

describe.each(shipped)('the table of $id', (framework, file, modelClass) => {
  const table = new ClassTable(file);

  it('is of the release that the framework speaks for', () => {
    expect(table.release).toBe(framework.version);
  });

  it('says of model classes what we know of them by name', () => {
    const both = Object.keys(file.models).filter((name) => modelClass(name));
    expect(both.length).toBeGreaterThan(20);
    const known = both.map((name) => [name, modelClass(name)!.parser, modelClass(name)!.metaTemplate]);
    expect(both.map((name) => [name, table.parser(name), table.metaTemplate(name)])).toEqual(known);
  });

  it('knows every model class by name', () => {
    expect(Object.keys(file.models).filter((name) => !modelClass(name) && !/^Base/.test(name))).toEqual([]);
  });
});

describe('a table', () => {
  const table = new ClassTable({
    source: { repository: '', commit: '' },
    release: 'Pond 1',
    models: { Pike: { parser: 'api', takes: 'path depth= **' } },
    dataset: 'reader_cfg=',
    datasets: { Lake: 'path name=' },
    modules: { 'sea/deep': 'Cod Ray', 'sea/flat': '' },
  });

  it('gives what is written', () => {
    expect(writeKeywords(table.signature('model', 'Pike')!)).toBe('path depth= **');
    expect(writeKeywords(table.signature('dataset', 'Lake')!)).toBe('path name= reader_cfg=');
    expect([...table.namesOf('sea/deep')!, ...table.namesOf('sea/flat')!]).toEqual(['Cod', 'Ray']);
    expect([table.modulePaths, table.namesOf('sea')]).toEqual([['sea/deep', 'sea/flat'], undefined]);
    expect([table.parser('Pike'), table.parser('Lake'), table.metaTemplate('Pike')]).toEqual(['api', undefined, undefined]);
  });

  it.each(['Roach', 'toString', '__proto__'])('knows nothing of %s', (name) => {
    expect(table.signature('model', name) ?? table.signature('dataset', name) ?? table.parser(name)).toBeUndefined();
  });
});

describe('what is found by the table', () => {
  const config = "from opencompass.models import OpenAISDK\nmodels = [dict(type=OpenAISDK, abbr='a', path='p', temprature=0)]\n";

  it('is a warning that names the release', () => {
    const { project, file } = fixture(`# file: eval.py\n$0${config}`);
    expect(
      project.check(file).map(({ rule, severity, message }) => [rule, severity, /table of OpenCompass 0\.5\.3/.test(message)]),
    ).toEqual([['unknown-model-key', 'warning', true]]);
  });

  it('gives way to the source, even one that lacks the class', () => {
    const { project, file } = fixture(`# file: opencompass/models/__init__.py\nfrom elsewhere import *\n# file: eval.py\n$0${config}`);
    expect(project.check(file)).toEqual([]);
  });

  it('is nothing for a class of the same name from elsewhere', () => {
    const { project, file } = fixture(`# file: eval.py\n$0${config.replace('opencompass.models', 'pond.models')}`);
    expect(project.load(file)).toBeDefined();
    expect(project.check(file)).toEqual([]);
  });
});
