import { readFileSync } from 'node:fs';
import { validateXML } from 'xmllint-wasm';

type SchemaName = 'sitemap.xsd' | 'atom.xsd' | 'xml.xsd';

/** libxml2's errors for a document and one of the schemas beside this file; empty if it is valid. */
export async function validateXml(contents: string, schema: SchemaName): Promise<string[]> {
  const { errors } = await validateXML({
    xml: { fileName: 'document.xml', contents },
    schema: fileOf(schema),
    preload: [fileOf('xml.xsd')],
  });
  return errors.map(({ message }) => message);
}

function fileOf(fileName: SchemaName): { fileName: string; contents: string } {
  return { fileName, contents: readFileSync(new URL(`schemas/${fileName}`, import.meta.url), 'utf8') };
}
