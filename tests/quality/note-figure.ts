import { appendFileSync } from 'node:fs';

/** Hands a measured figure to `npm run bench` and `npm run quality`, which name a file for them; on its own, a bench only prints. */
export function noteFigure(name: string, value: number): void {
  const file = process.env['QUALITY_FIGURES'];
  if (file !== undefined && Number.isFinite(value)) appendFileSync(file, `${JSON.stringify({ name, value })}\n`);
}
