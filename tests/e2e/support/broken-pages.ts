/** Stands where Astro's built handler does. */
export function handler(): Promise<never> {
  return Promise.reject(new Error('planted fault with a planted secret'));
}
