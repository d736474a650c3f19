/**
 * An address as a seal: engraved rings of 5 to 9 petals on a 48-unit square, as SVG path data, outermost first. Every digit changes the
 * whole seal, so addresses with the same start and end look different. It helps to recognise an address and proves nothing.
 */
export function addressSeal(address: string): string[] {
  const random = digitsOf(address.toLowerCase());
  const petals = 5 + Math.floor(random() * 5);
  const turn = random() * Math.PI * 2;
  const depth = 0.2 + random() * 0.14;
  const rings: Ring[] = [
    { radius: 22.5, petals, turn, depth, overtone: random() * 0.1 },
    { radius: 22.5, petals, turn: turn + Math.PI / petals, depth, overtone: random() * 0.1 },
    { radius: 10.5 + random() * 2, petals, turn, depth: 0.16 + random() * 0.2, overtone: random() * 0.1 },
    { radius: 10.5 + random() * 2, petals, turn: turn + Math.PI / petals, depth: 0.16 + random() * 0.2, overtone: random() * 0.1 },
  ];
  return rings.map(drawRing);
}

interface Ring {
  /** Radius at the tips of the petals. */
  radius: number;
  petals: number;
  turn: number;
  /** How far the line dips between petals, as a fraction of the radius. */
  depth: number;
  overtone: number;
}

const POINTS_A_PETAL = 10;
const CENTRE = 24;

/** A closed, smooth line through the midpoints between the points, with the points as control points. */
function drawRing({ radius, petals, turn, depth, overtone }: Ring): string {
  const count = petals * POINTS_A_PETAL;
  const points = Array.from({ length: count }, (_unused, index): [number, number] => {
    const angle = (index / count) * Math.PI * 2;
    const wave = (1 + Math.cos(petals * angle)) / 2;
    const ripple = (1 - Math.cos(2 * petals * angle)) / 2;
    const distance = radius * (1 - 2 * depth * (1 - wave) - overtone * ripple);
    return [CENTRE + distance * Math.cos(angle + turn), CENTRE + distance * Math.sin(angle + turn)];
  });
  const middle = (index: number): string => {
    const [x, y] = points[index % count] ?? [CENTRE, CENTRE];
    const [nextX, nextY] = points[(index + 1) % count] ?? [CENTRE, CENTRE];
    return at((x + nextX) / 2, (y + nextY) / 2);
  };
  const curves = points.map((_point, index) => {
    const [x, y] = points[(index + 1) % count] ?? [CENTRE, CENTRE];
    return `Q${at(x, y)} ${middle(index + 1)}`;
  });
  return `M${middle(0)}${curves.join('')}Z`;
}

function at(x: number, y: number): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}

/** Pseudo-random numbers in [0, 1) seeded by the text (FNV-1a, then mulberry32). Must never change: the same on every device. */
function digitsOf(text: string): () => number {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
