import type { PollDraft } from '../modules/dashboard/open-poll.ts';

/** The development poll in ten languages. */
export const developmentPoll: Pick<PollDraft, 'texts' | 'options'> = {
  texts: {
    en: {
      title: 'How should we fill the next reward pool?',
      body: 'The reward pool pays staking returns. Returns already promised have been set aside and aren’t part of this vote.',
    },
    zh: { title: '下一期奖励池如何注资？', body: '质押收益由奖励池支付。已承诺的收益均已预留，不在本次投票之内。' },
    tw: { title: '下一期獎勵池如何注資？', body: '質押收益由獎勵池支付。已承諾的收益均已預留，不在這次投票之內。' },
    id: {
      title: 'Bagaimana pool imbal hasil berikutnya diisi?',
      body: 'Pool imbal hasil membayar imbal hasil staking. Imbal hasil yang sudah dijanjikan telah disisihkan dan tidak termasuk dalam pemungutan suara ini.',
    },
    vn: {
      title: 'Bổ sung quỹ lợi nhuận kỳ tới từ đâu?',
      body: 'Quỹ lợi nhuận trả lợi nhuận staking. Những khoản đã cam kết đều được dành sẵn và không thuộc cuộc bỏ phiếu này.',
    },
    th: {
      title: 'ควรเติมพูลรางวัลรอบหน้าอย่างไร',
      body: 'ผลตอบแทนจากการสเตกจ่ายจากพูลรางวัล ผลตอบแทนที่สัญญาไว้แล้วได้กันไว้ต่างหาก และไม่เกี่ยวกับการโหวตนี้',
    },
    kr: {
      title: '다음 보상 풀을 어떻게 채울까요?',
      body: '스테이킹 수익은 보상 풀에서 지급됩니다. 이미 약속된 수익은 확보되어 있으며 이 투표의 대상이 아닙니다.',
    },
    jp: {
      title: '次の報酬プールをどう補充しますか？',
      body: 'ステーキング報酬は報酬プールから支払われます。すでに約束した分は確保済みで、この投票の対象ではありません。',
    },
    it: {
      title: 'Come riempire il prossimo pool dei rendimenti?',
      body: 'Il pool dei rendimenti paga i rendimenti dello staking. Quanto già promesso è accantonato e non fa parte di questa votazione.',
    },
    de: {
      title: 'Wie soll der nächste Ertragspool gefüllt werden?',
      body: 'Aus dem Ertragspool werden die Staking-Erträge gezahlt. Bereits Zugesagtes ist zurückgelegt und steht nicht zur Abstimmung.',
    },
  },
  options: [
    {
      en: '20% of the exchange fees we earn',
      zh: '我方所得兑换手续费的 20%',
      tw: '我方所得兌換手續費的 20%',
      id: '20% dari biaya swap yang kami terima',
      vn: '20% phí swap chúng tôi nhận được',
      th: '20% ของค่าธรรมเนียมสวอปที่เราได้รับ',
      kr: '저희가 받는 스왑 수수료의 20%',
      jp: '当社が得るスワップ手数料の20%',
      it: '20% delle commissioni di swap che incassiamo',
      de: '20\u00a0% unserer Einnahmen aus Swap-Gebühren',
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
