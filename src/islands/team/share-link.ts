interface Sharing {
  share?: (data: { url: string; text: string }) => Promise<void>;
  clipboard?: { writeText: (text: string) => Promise<void> };
}

/** Opens the system's share sheet; where there is none, the link goes to the clipboard. A sheet that was closed shares nothing and says nothing. */
export async function shareLink(device: Sharing, { url, text }: { url: string; text: string }): Promise<'shared' | 'copied' | 'nothing'> {
  try {
    if (device.share) {
      await device.share({ url, text });
      return 'shared';
    }
    if (!device.clipboard) return 'nothing';
    await device.clipboard.writeText(url);
    return 'copied';
  } catch {
    return 'nothing';
  }
}
