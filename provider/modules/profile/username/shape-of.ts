import lookAlikes from './look-alikes.json' with { type: 'json' };

const prototypes = new Map(
  Object.entries(lookAlikes.prototypes).map(([source, target]) => [
    String.fromCodePoint(parseInt(source, 16)),
    String.fromCodePoint(...target.split(' ').map((code) => parseInt(code, 16))),
  ]),
);

/** A text's visual shape (its skeleton, UTS 39, section 4): two texts of the same shape can be mistaken for each other. */
export function shapeOf(text: string): string {
  return Array.from(text.normalize('NFD'), (character) => prototypes.get(character) ?? character)
    .join('')
    .normalize('NFD');
}
