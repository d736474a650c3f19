/** Fills `{{name}}` in a text, as i18next does without escaping; a name without a value stays as it is. Never for HTML. */
export function interpolate(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}
