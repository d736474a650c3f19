import { readFileSync, writeFileSync } from 'node:fs';
import { exampleDocument, schemaDocument, withFields } from '../provider/terms/terms-documents.ts';

const docs = (name: string): URL => new URL(`../docs/${name}`, import.meta.url);

writeFileSync(docs('terms.schema.json'), schemaDocument());
writeFileSync(docs('examples/terms.jsonc'), exampleDocument());
writeFileSync(docs('terms.md'), withFields(readFileSync(docs('terms.md'), 'utf8')));
