import { writeFileSync } from 'node:fs';

import { configurationDocument } from './configuration-document.ts';
import { environmentExample } from './environment-example.ts';

writeFileSync(new URL('../docs/configuration.md', import.meta.url), configurationDocument());
writeFileSync(new URL('../.env.example', import.meta.url), environmentExample());
