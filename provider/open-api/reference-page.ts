import { createHash } from 'node:crypto';
import type { JsonSchema, OpenApiDocument, Operation, Parameter, Reference } from './describe-schema.ts';

interface ReferencePage {
  html: string;
  /** Must be sent with the page, which needs only its own style. */
  contentSecurityPolicy: string;
}

/** The API document as a web page: no scripts, no other hosts. */
export function createReferencePage(document: OpenApiDocument): ReferencePage {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${document.info.title}</title>
        ${plain(`<style>${referenceStyle}</style>`)}
      </head>
      <body>
        <nav aria-label="Calls">${join(document.tags.map((tag) => contents(document, tag)))}<a href="#schemas">Schemas</a></nav>
        <main>
          <h1>${document.info.title}</h1>
          ${join(document.info.description.split('\n\n').map((paragraph) => html`<p>${paragraph}</p>`))}
          <p>
            Address: <code>${document.servers.map(({ url }) => url).join(' ')}</code>.
            <a href="openapi.json">OpenAPI ${document.openapi} document</a>
          </p>
          ${join(document.tags.map((tag) => area(document, tag)))}
          <h2 id="schemas">Schemas</h2>
          ${join(Object.entries(document.components.schemas).map(([name, schema]) => schemaSection(name, schema)))}
        </main>
      </body>
    </html>`;
  const styleHash = createHash('sha256').update(referenceStyle).digest('base64');
  return {
    html: page.text,
    contentSecurityPolicy: `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
}

type Tag = OpenApiDocument['tags'][number];

interface Call {
  method: string;
  path: string;
  operation: Operation;
}

function callsOf({ paths }: OpenApiDocument, tag: Tag): Call[] {
  return Object.entries(paths).flatMap(([path, { get, post }]) =>
    [
      { method: 'GET', path, operation: get },
      { method: 'POST', path, operation: post },
    ].filter((call): call is Call => call.operation?.tags.includes(tag.name) === true),
  );
}

function contents(document: OpenApiDocument, tag: Tag): Html {
  const links = callsOf(document, tag).map(
    ({ method, path, operation }) =>
      html`<li>
        <a href="#${operation.operationId}"><b>${method}</b> ${path}</a>
      </li>`,
  );
  return html`<p>${tag.description}</p>
    <ul>
      ${join(links)}
    </ul>`;
}

function area(document: OpenApiDocument, tag: Tag): Html {
  return html`<h2>${tag.description}</h2>
    ${join(callsOf(document, tag).map((call) => callSection(document, call)))}`;
}

function callSection(document: OpenApiDocument, { method, path, operation }: Call): Html {
  const { operationId, summary, parameters, requestBody, responses } = operation;
  const { 200: success, ...refusals } = responses;
  const body = requestBody?.content['application/json'].schema;
  const data = success?.content['application/json'].schema.properties?.['data'];
  return html`<section id="${operationId}">
    <h3><b>${method}</b> <code>${path}</code></h3>
    <p>${summary} <i>${accessOf(operation)}</i></p>
    ${fieldTable(
      'Parameters',
      parameters.map((parameter) => parameterField(document, parameter)),
    )}
    ${body ? fieldTable(requestBody.required ? 'Body' : 'Body (may be absent)', describeFields(body)) : ''}
    ${data && typeof data === 'object' ? fieldTable('data of the answer', describeFields(data)) : ''}
    <h4>Refusals</h4>
    <dl>
      ${join(
        Object.entries(refusals).map(
          ([status, { description }]) =>
            html`<dt>${status}</dt>
              <dd>${description}</dd>`,
        ),
      )}
    </dl>
  </section>`;
}

function accessOf({ security }: Operation): string {
  if (security.length === 0) return 'For everyone.';
  return security.some((scheme) => Object.keys(scheme).length === 0) ? 'For everyone; more with a session.' : 'With a session.';
}

function parameterField(document: OpenApiDocument, given: Parameter | Reference): Field {
  const parameter = '$ref' in given ? document.components.parameters[given.$ref.split('/').at(-1) ?? ''] : given;
  if (!parameter) throw new Error('the document refers to a parameter it does not have');
  const [field] = describeFields({
    type: 'object',
    properties: { [parameter.name]: parameter.schema },
    required: parameter.required ? [parameter.name] : [],
  });
  if (!field) throw new Error(`the parameter ${parameter.name} has no type`);
  return { ...field, note: joinNotes([`in ${parameter.in}`, parameter.description ?? '', field.note]) };
}

function schemaSection(name: string, schema: JsonSchema): Html {
  return html`<section id="schema-${name}">
    <h3>${name}</h3>
    ${schema.description === undefined ? '' : html`<p>${schema.description}</p>`}${fieldTable('', describeFields(schema))}
  </section>`;
}

function fieldTable(caption: string, fields: Field[]): Html {
  const title =
    caption === ''
      ? ''
      : html`<caption>
          ${caption}
        </caption>`;
  if (fields.length === 0) return caption === '' ? html`` : html`<p>${caption}: empty.</p>`;
  const rows = fields.map(
    ({ name, type, reference, isRequired, note }) =>
      html`<tr>
        <th scope="row"><code>${name}</code>${isRequired ? '' : html` <i>optional</i>`}</th>
        <td>${reference === null ? type : html`<a href="#schema-${reference}">${type}</a>`}</td>
        <td>${note}</td>
      </tr>`,
  );
  return html`<div class="table">
    <table>
      ${title}
      <tbody>
        ${join(rows)}
      </tbody>
    </table>
  </div>`;
}

/** A row of a table. */
interface Field {
  /** The field's path: `parts[].amount`. */
  name: string;
  type: string;
  /** The named schema of its type, if any. */
  reference: string | null;
  isRequired: boolean;
  note: string;
}

/** A schema's fields in the contract's order, each followed by its inner fields. */
function describeFields(schema: JsonSchema): Field[] {
  return isScalar(schema) ? [describeField('', schema, true)] : innerFields('', schema);
}

function isScalar(schema: JsonSchema): boolean {
  return schema.properties === undefined && schema.type !== 'object';
}

function innerFields(name: string, schema: JsonSchema): Field[] {
  const prefix = name === '' ? '' : `${name}.`;
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) =>
    isSchema(property)
      ? [describeField(prefix + key, property, schema.required?.includes(key) === true), ...fieldsWithin(prefix + key, property)]
      : [],
  );
}

function fieldsWithin(name: string, schema: JsonSchema): Field[] {
  if (isSchema(schema.items)) return fieldsWithin(`${name}[]`, schema.items);
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(isSchema);
  if (choices.length > 0) return choices.flatMap((choice) => fieldsWithin(name, choice));
  return innerFields(name, schema);
}

function describeField(name: string, schema: JsonSchema, isRequired: boolean): Field {
  return { name, isRequired, type: typeOf(schema), reference: referenceOf(schema), note: noteOf(schema) };
}

function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return lastPart(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(String).join(' | ');
  if (Array.isArray(schema.prefixItems)) return `[${schema.prefixItems.filter(isSchema).map(typeOf).join(', ')}]`;
  if (isSchema(schema.items)) return `list of ${typeOf(schema.items)}`;
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(isSchema);
  if (choices.length > 0) return choices.map(typeOf).join(' | ');
  return Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'anything');
}

function referenceOf(schema: JsonSchema): string | null {
  if (schema.$ref !== undefined) return lastPart(schema.$ref);
  const inner = [schema.items, ...(schema.prefixItems ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
    .filter(isSchema)
    .map(referenceOf);
  return inner.find((name) => name !== null) ?? null;
}

function noteOf(schema: JsonSchema): string {
  const { default: standard, minimum, maximum, minLength, maxLength, format, pattern, description } = schema;
  const range = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? `${minimum} to ${maximum}` : '';
  const length = maxLength === undefined ? '' : `${minLength ?? 0} to ${maxLength} characters`;
  const example = Array.isArray(schema['examples']) ? `for example ${JSON.stringify(schema['examples'][0])}` : '';
  const shape = format ?? pattern ?? '';
  const usual = standard === undefined ? '' : `${JSON.stringify(standard)} when absent`;
  return joinNotes([description ?? '', range, length, shape, example, usual]);
}

/** Joins sentences and fragments into one line. */
function joinNotes(notes: string[]): string {
  return notes
    .map((note) => note.replace(/\.$/, ''))
    .filter((note) => note !== '')
    .join('; ');
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function lastPart(reference: string): string {
  return reference.split('/').at(-1) ?? reference;
}

/** Text that already is HTML; anything else put into `html` is escaped. */
interface Html {
  readonly text: string;
}

function html(strings: TemplateStringsArray, ...values: (string | number | Html)[]): Html {
  const pieces = values.map((value) => (typeof value === 'object' ? value.text : escape(String(value))));
  return { text: strings.map((string, index) => string + (pieces[index] ?? '')).join('') };
}

function join(parts: Html[]): Html {
  return { text: parts.map(({ text }) => text).join('') };
}

/** For our own text that must not be escaped, such as a style sheet. */
function plain(text: string): Html {
  return { text };
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}

/** The reference page's inline style; its hash is in the page's policy. */
const referenceStyle = `
:root { color-scheme: light dark; --line: light-dark(#d9dce1, #33373e); --quiet: light-dark(#5b6270, #9aa1ad); }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; display: grid; grid-template-columns: 20rem minmax(0, 1fr); }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1rem; border-right: 1px solid var(--line); font-size: 0.875rem; }
nav p { font-weight: 600; margin: 1rem 0 0.25rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: 0.25rem 0; overflow-wrap: anywhere; }
main { padding: 1rem 2rem 4rem; max-width: 70rem; }
section { border-top: 1px solid var(--line); padding: 0.5rem 0 1.5rem; scroll-margin-top: 1rem; }
h3 { font-size: 1.125rem; overflow-wrap: anywhere; }
h4 { margin-bottom: 0.25rem; }
i { color: var(--quiet); font-style: normal; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin-top: 0.75rem; font-size: 0.875rem; }
caption { text-align: left; font-weight: 600; padding-bottom: 0.25rem; }
th, td { text-align: left; vertical-align: top; padding: 0.375rem 0.75rem 0.375rem 0; border-top: 1px solid var(--line); font-weight: 400; overflow-wrap: anywhere; }
th { width: 30%; }
td:nth-child(2) { width: 25%; }
dl { display: grid; grid-template-columns: 4rem 1fr; margin: 0; font-size: 0.875rem; }
dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 50rem) {
  body { display: block; }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); }
  main { padding: 1rem; }
}
`;
