/** Replaces Astro's built handler. */
export function handler(): Promise<never> {
  return Promise.reject(new Error('planted fault with a planted secret'));
}
