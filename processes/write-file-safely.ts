import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** After a crash at any moment, the file contains either all of the old content or all of the new. */
export async function writeFileSafely(path: string, content: string | Uint8Array, mode = 0o644): Promise<void> {
  const half = `${path}.half`;
  const file = await open(half, 'w', mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(half, path);
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
