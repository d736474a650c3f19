/** A picture of the operator's own, as Markdown names it: `![What it shows](/pictures/fees.png "1200x675")`. */
export const PICTURE_ADDRESS = /^\/pictures\/[a-z0-9-]{1,80}\.(png|jpg|webp|avif)$/;

/** A larger one isn't shown. */
export const LARGEST_PICTURE_BYTES = 4 * 1024 * 1024;

const SIZE = /^([1-9]\d{0,3})x([1-9]\d{0,3})$/;

/** Reads the size from a picture's title; undefined if there is none. A picture without a size would shift the text when it loads. */
export function pictureSize(title: string): { width: string; height: string } | undefined {
  const [, width, height] = SIZE.exec(title) ?? [];
  return width === undefined || height === undefined ? undefined : { width, height };
}
