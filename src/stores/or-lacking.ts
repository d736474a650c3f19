import { ApiError } from '../lib/api/api-error.ts';

/** An extension's response, or a substitute if the provider lacks it. */
export async function orLacking<Data>(read: () => Promise<Data>, instead: Data): Promise<Data> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 405)) return instead;
    throw error;
  }
}
