import { fileURLToPath } from 'node:url';
import { type LanguageCode, languageOf } from '../../src/lib/i18n/languages.ts';
import type { Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { underMigrationLock } from '../db/migrate.ts';
import { openPoll, type PollDraft } from '../modules/dashboard/poll.ts';
import {
  type AnnouncementText,
  moveAnnouncement,
  publishAnnouncement,
  readAnnouncementFolder,
  type Translated,
} from '../modules/dashboard/publish-announcement.ts';
import type { Services } from '../provider-services.ts';
import { developmentContent } from './schema.ts';
import { tellStory } from './story/tell-story.ts';

const DAY_MS = 86_400_000;
const ANNOUNCEMENTS = fileURLToPath(new URL('announcements', import.meta.url));
const POLL_OPENED_DAYS_AGO = 7;
const POLL_LASTS_DAYS = 30;

/**
 * Fills a development database once: announcements and a poll in one transaction and, if past prices are available, the members' story. If
 * several processes start together, one writes it and the others wait.
 */
export async function writeDevelopmentContent(services: Services, chainRpcUrl: string): Promise<void> {
  const { database, clock, log } = services;
  await underMigrationLock(database.$client, async () => {
    const now = clock();
    const isWritten = await inTransaction(database, async (tx) => {
      const marked = await tx.insert(developmentContent).values({ name: 'first-light', writtenAt: now }).onConflictDoNothing().returning();
      if (marked.length === 0) return false;
      await writeAnnouncements(tx, now);
      await writePoll(tx, now);
      return true;
    });
    if (isWritten) log.info('wrote the development content');
    await tellStory(services, chainRpcUrl);
  });
}

async function writeAnnouncements(tx: Transaction, now: Date): Promise<void> {
  for (const { folder, daysAgo, firstSlug } of announcementSchedule) {
    const draft = await readAnnouncementFolder(`${ANNOUNCEMENTS}/${folder}`);
    const texts = withDates(draft.texts, now);
    await publishAnnouncement(tx, { ...draft, texts, slug: firstSlug ?? draft.slug }, before(now, daysAgo));
    if (firstSlug !== undefined) await moveAnnouncement(tx, firstSlug, draft.slug);
  }
}

function withDates(texts: Translated<AnnouncementText>, now: Date): Translated<AnnouncementText> {
  const fill = (language: LanguageCode, { title, summary, body }: AnnouncementText): AnnouncementText => ({
    title: fillDates(title, language, now),
    summary: fillDates(summary, language, now),
    body: fillDates(body, language, now),
  });
  const filled = (Object.entries(texts) as [LanguageCode, AnnouncementText][]).map(([language, text]) => [language, fill(language, text)]);
  return { ...(Object.fromEntries(filled) as Partial<Record<LanguageCode, AnnouncementText>>), en: fill('en', texts.en) };
}

async function writePoll(tx: Transaction, now: Date): Promise<void> {
  const opensAt = before(now, POLL_OPENED_DAYS_AGO);
  const endsAt = new Date(opensAt.getTime() + POLL_LASTS_DAYS * DAY_MS);
  await openPoll(tx, { ...developmentPoll, opensAt, endsAt });
}

function before(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

/** The development poll in ten languages. */
export const developmentPoll: Pick<PollDraft, 'texts' | 'options'> = {
  texts: {
    en: {
      title: 'How should we fill the reward pool next?',
      body: 'The reward pool pays staking returns. Returns already promised have been set aside and aren’t part of this vote.',
    },
    zh: { title: '奖励池下一次如何注资？', body: '质押收益由奖励池支付。已承诺的收益均已预留，不在本次投票之内。' },
    tw: { title: '獎勵池下一次如何注資？', body: '質押收益由獎勵池支付。已承諾的收益均已預留，不在這次投票之內。' },
    id: {
      title: 'Bagaimana pool imbal hasil diisi selanjutnya?',
      body: 'Pool imbal hasil membayar imbal hasil staking. Imbal hasil yang sudah dijanjikan telah disisihkan dan tidak termasuk dalam pemungutan suara ini.',
    },
    vn: {
      title: 'Kỳ tới bổ sung quỹ lợi nhuận từ đâu?',
      body: 'Quỹ lợi nhuận trả lợi nhuận staking. Những khoản đã cam kết đều được dành sẵn và không thuộc cuộc bỏ phiếu này.',
    },
    th: {
      title: 'ครั้งต่อไปควรเติมพูลรางวัลอย่างไร',
      body: 'ผลตอบแทนจากการสเตกจ่ายจากพูลรางวัล ผลตอบแทนที่สัญญาไว้แล้วได้กันไว้ต่างหาก และไม่เกี่ยวกับการโหวตนี้',
    },
    kr: {
      title: '보상 풀을 다음에는 어떻게 채울까요?',
      body: '스테이킹 수익은 보상 풀에서 지급됩니다. 이미 약속된 수익은 확보되어 있으며 이 투표의 대상이 아닙니다.',
    },
    jp: {
      title: '報酬プールを次はどう補充しますか？',
      body: 'ステーキング報酬は報酬プールから支払われます。すでに約束した分は確保済みで、この投票の対象ではありません。',
    },
    it: {
      title: 'Come riempire il pool dei rendimenti la prossima volta?',
      body: 'Il pool dei rendimenti paga i rendimenti dello staking. Quanto già promesso è accantonato e non fa parte di questa votazione.',
    },
    de: {
      title: 'Wie soll der Ertragspool als Nächstes gefüllt werden?',
      body: 'Aus dem Ertragspool werden die Staking-Erträge gezahlt. Bereits Zugesagtes ist zurückgelegt und steht nicht zur Abstimmung.',
    },
  },
  options: [
    {
      en: '20% of the exchange fees that our liquidity earns',
      zh: '我们提供流动性所得交易所手续费的 20%',
      tw: '我們提供流動性所得交易所手續費的 20%',
      id: '20% dari biaya DEX yang kami terima atas likuiditas kami',
      vn: '20% phí sàn chúng tôi nhận được từ việc cung cấp thanh khoản',
      th: '20% ของค่าธรรมเนียมตลาดแลกเปลี่ยนที่เราได้รับจากการให้สภาพคล่อง',
      kr: '저희가 유동성을 공급해 받는 거래소 수수료의 20%',
      jp: '当社が流動性の提供で得る取引所手数料の20%',
      it: '20% delle commissioni dell’exchange che incassiamo con la nostra liquidità',
      de: '20\u00a0% der Börsengebühren, die unsere Liquidität einbringt',
    },
    {
      en: '50,000 JUF from the treasury',
      zh: '从国库拨出 50,000 JUF',
      tw: '從國庫撥出 50,000 JUF',
      id: '50.000 JUF dari treasury',
      vn: '50.000 JUF từ Treasury',
      th: '50,000 JUF จากคลัง',
      kr: '트레저리에서 50,000 JUF',
      jp: 'トレジャリーから50,000 JUF',
      it: '50.000 JUF dalla Tesoreria',
      de: '50.000 JUF aus der Treasury',
    },
    {
      en: 'Leave it as it is',
      zh: '维持现状',
      tw: '維持現狀',
      id: 'Biarkan seperti sekarang',
      vn: 'Giữ nguyên',
      th: 'คงไว้ตามเดิม',
      kr: '지금 그대로 유지',
      jp: '現状を維持',
      it: 'Lasciare tutto com’è',
      de: 'So lassen, wie es ist',
    },
  ],
};

/** The development announcements, and how many days before the first start each was published. */
export const announcementSchedule: readonly { folder: string; daysAgo: number; firstSlug?: string }[] = [
  { folder: 'ten-languages', daysAgo: 84 },
  { folder: 'stay-safe', daysAgo: 60 },
  { folder: 'member-roles', daysAgo: 44 },
  { folder: 'turbo-charge', daysAgo: 31 },
  { folder: 'reserves-page', daysAgo: 18 },
  { folder: 'vote-on-reward-pool', daysAgo: 7 },
  // Published under another address and then moved, to have a link that redirects.
  { folder: 'cancel-insurance-any-time', daysAgo: 4, firstSlug: 'insurance-cancellation' },
  { folder: 'chain-upgrade', daysAgo: 1 },
];

/** Replaces `{date:+5}` in a development text with the date five days from now, in the language's format. */
function fillDates(text: string, language: LanguageCode, now: Date): string {
  const format = new Intl.DateTimeFormat(languageOf(language).locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return text.replace(/\{date:\+(\d+)\}/g, (_, days: string) => format.format(new Date(now.getTime() + Number(days) * DAY_MS)));
}
