/** Replaces `{{name}}` as i18next does without escaping; a name without a value is left as is. Not for HTML. */
export function interpolate(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}
