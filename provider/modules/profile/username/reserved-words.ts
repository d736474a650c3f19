/**
 * Words that would lend a name authority, in JuFi's languages and a few more. Case doesn't matter; accents, look-alikes and doubled letters needn't be
 * listed.
 */

/** JuFi's own: forbidden anywhere in a name. */
export const BRANDS = ['jufi', 'juchain'];

/** A name with one of these as a word would speak for JuFi: `anna_admin`, `official-anna`, `jane-support`. */
export const OFFICES = split(`
  admin admins administrator administration sysadmin superuser support supports helpdesk official officials moderator
  moderators staff customerservice customercare techsupport administrador administrateur amministratore amministrazione
  moderador moderateur moderatore soporte suporte supporto assistenza ufficiale oficial officiel offiziell kundendienst
  kundenservice kundensupport resmi dukungan layananpelanggan hotro quantri quantrivien chinhthuc cskh админ
  администратор администрация модератор поддержка техподдержка саппорт официальный υποστηριξη διαχειριστης
`);

/** The same for languages written without spaces: forbidden anywhere in a name. */
export const OFFICES_ANYWHERE = split(`
  客服 官方 管理员 管理員 管理者 公式 運営 サポート カスタマー 고객센터 고객지원 관리자 운영자 운영팀 공식 แอดมิน ผู้ดูแลระบบ ฝ่ายสนับสนุน เจ้าหน้าที่ الدعم المشرف
  الرسمي תמיכה
`);

/** Refused only if the name says nothing else: `wallet`, `security24`, `the-treasury`; `wallet-fan` and `team-rocket` are people's names. */
export const SERVICES = split(`
  juf wju usdt tether team help security system systems treasury vault wallet root service services operator provider
  founder owner ceo exchange bank payout payouts deposit deposits withdraw withdrawal withdrawals transfer transfers
  claim claims airdrop giveaway reward rewards refund refunds recovery verify verified verification compliance kyc aml
  audit auditor legal finance billing account accounts accounting payment payments fraud safety trust info contact
  webmaster postmaster hostmaster abuse noreply insurance staking reserve reserves fees notification notifications alert
  alerts null undefined sicherheit hilfe mitarbeiter verwaltung aiuto sicurezza squadra servizio ayuda equipe seguridad
  bantuan keamanan petugas dompet trogiup baomat vidientu помощь кошелек безопасность служба βοηθεια ασφαλεια 安全 系统 系統
  钱包 錢包 国库 國庫 金库 金庫 团队 團隊 支持 支援 帮助 幫助 财务 財務 充值 提现 提領 チーム システム ウォレット セキュリティ ヘルプ 팀 지원팀 보안 보안팀 시스템 지갑 도움말 ทีมงาน
  กระเป๋าเงิน ช่วยเหลือ
`);

/** Fillers: added to a reserved word, they don't make a name someone's own. */
export const FILLERS = split(`
  ju the my our your real true and of for online live chat desk line center centre care customer client clients users
  member members hq inc ltd app web net org com io global group department dept agent manager bot new main chain crypto
  token coin fi tech 中心 센터 センター
`);

function split(list: string): string[] {
  return list.trim().split(/\s+/);
}
