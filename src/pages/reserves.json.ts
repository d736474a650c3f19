import type { APIRoute } from 'astro';
import { readPublished } from '../lib/reserves/reserves.ts';

export const prerender = false;

/** Debts and the holdings that cover them, for programs. */
export const GET: APIRoute = async ({ locals }) => {
  const reserves = await readPublished(locals.reserves);
  if (reserves === null) return Response.json({ code: 'RESERVES_UNAVAILABLE' }, { status: 503 });
  return Response.json(reserves);
};
