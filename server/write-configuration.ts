import { writeFileSync } from 'node:fs';

import { configurationDocument, environmentExample } from './configuration-document.ts';

writeFileSync(new URL('../docs/configuration.md', import.meta.url), configurationDocument());
writeFileSync(new URL('../.env.example', import.meta.url), environmentExample());
