/** One page of a list, as many rows as the screen shows. */
export interface ListPage<Row> {
  content: readonly Row[];
  totalPages: number;
}

/** Sequentially, since pages are only consistent when read in order. */
export async function readPages<Row>(
  most: number,
  read: (page: number) => Promise<ListPage<Row>>,
): Promise<{ rows: Row[]; totalPages: number; isWhole: boolean }> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { content, totalPages } = await read(page);
    rows.push(...content);
    const isWhole = page >= totalPages;
    if (isWhole || page === most) return { rows, totalPages, isWhole };
  }
}
