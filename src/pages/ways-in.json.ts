import type { APIRoute } from 'astro';
import { waysIn } from '../lib/ways-in.ts';

// Read where the site runs: another link needs no build.
export const prerender = false;

/** For member pages, which are built ahead. */
export const GET: APIRoute = () => Response.json(waysIn(process.env));
