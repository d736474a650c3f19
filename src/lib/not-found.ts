/**
 * What an on-demand page gives where there is nothing. The server puts the not-found page of the reader's language in its place.
 * Not a null body: Astro would fill that with a page of its own.
 */
export function notFound(): Response {
  return new Response('', { status: 404, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}
