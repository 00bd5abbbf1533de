import { expect, test } from 'vitest';
import { Project } from '../support/project.js';
import { environment, service } from '../support/service.js';

test('letters that people type are copied where nobody chose another, and never sent', async () => {
  const running = await service();
  const project = new Project({
    'service.config.yaml': 'source: en\ntargets: [de, pl]\ncatalogs: [{ files: "{locale}.ftl" }]\n',
    'en.ftl': 'save =\n    .label = Save\n    .accesskey = S\n',
    'de.ftl': 'save =\n    .label = Sichern\n    .accesskey = i\n',
  });
  const { code, problems, characters } = await project.report(['sync'], {
    env: environment(running),
  });
  expect({ code, problems, characters }).toEqual({ code: 0, problems: [], characters: 4 });
  const files = project.files();
  expect(files['de.ftl']).toBe('save =\n    .label = Sichern\n    .accesskey = i\n');
  expect(files['pl.ftl']).toMatch(/^save =\n {4}\.label = .*\n {4}\.accesskey = S\n$/);
  const again = await project.report(['check'], { env: environment(running) });
  expect(again).toMatchObject({ code: 0, problems: [] });
});
