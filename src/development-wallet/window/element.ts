interface Properties {
  class?: string;
  id?: string;
  text?: string;
  attributes?: Readonly<Record<string, string>>;
  onClick?: () => void;
}

type Child = Element | undefined;

/** Creates elements by DOM calls: the pages' policy blocks innerHTML, and text from outside stays text. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { class: className, id, text, attributes = {}, onClick }: Properties = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  if (className) created.className = className;
  if (id) created.id = id;
  if (text !== undefined) created.textContent = text;
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  if (onClick) created.addEventListener('click', onClick);
  created.append(...children.filter((child) => child !== undefined));
  return created;
}

/** A line drawing; hidden from screen readers. */
export function lines(className: string, viewBox: string, paths: readonly string[]): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', viewBox);
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', className);
  for (const data of paths) {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('d', data);
    svg.append(path);
  }
  return svg;
}
