import type { APIRoute } from 'astro';
import { type Ring, ringPath, rosettes } from '../lib/ring-path.ts';

export const prerender = true;

/** All rosettes as symbols of one picture. Pages refer to them, so that their text doesn't wait for decoration. */
export const GET: APIRoute = () => {
  const symbols = Object.entries(rosettes).map(
    ([name, rings]) => `<symbol id="${name}" viewBox="-1000 -1000 2000 2000">${rings.map(drawRing(name)).join('')}</symbol>`,
  );
  return new Response(`<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`, {
    headers: { 'Content-Type': 'image/svg+xml' },
  });
};

function drawRing(name: string): (ring: Ring & { copies: number }, index: number) => string {
  return (ring, index) => {
    const id = `${name}-${index}`;
    const turns = Array.from({ length: ring.copies - 1 }, (_, copy) => Number((((copy + 1) * 360) / ring.petals / ring.copies).toFixed(2)));
    const copies = turns.map((degrees) => `<use href="#${id}" transform="rotate(${degrees})"/>`);
    return `<path id="${id}" d="${ringPath(ring)}" vector-effect="non-scaling-stroke"/>${copies.join('')}`;
  };
}
