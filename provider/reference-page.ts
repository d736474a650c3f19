import { createHash } from 'node:crypto';
import type { JsonSchema, OpenApiDocument, Operation, Parameter, Reference } from './open-api/document.ts';
import { describeFields, type Field, joinNotes } from './open-api/describe-fields.ts';
import { html, type Html, join, plain } from './open-api/html.ts';
import { referenceStyle } from './open-api/reference-style.ts';

export interface ReferencePage {
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
