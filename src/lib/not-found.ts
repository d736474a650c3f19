/**
 * The response of an on-demand page for missing content; the server replaces it with the not-found page in the reader's language. The body
 * isn't null because Astro would fill that with a page of its own.
 */
export function notFound(): Response {
  return new Response('', { status: 404, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}
