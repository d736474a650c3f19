/** An element with its attributes and content. Texts are texts, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const drawn = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) drawn.setAttribute(attribute, value);
  drawn.append(...content);
  return drawn;
}
