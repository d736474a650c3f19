import { expect, it } from 'vitest';
import { newsArticle } from '../../../src/lib/announcements/article.ts';

const announcement = {
  id: '0192f000-0000-7000-8000-000000000001',
  slug: 'a',
  title: '</script><script>alert(1)</script>',
  summary: '<!-- what it is about',
  body: '',
  category: 'NEWS',
  pinned: false,
  publishedAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-21T07:15:00.000Z',
  language: 'zh',
} as const;

it('describes an announcement to search engines, and cannot end the script element it stands in', () => {
  const json = newsArticle(announcement, {
    url: 'https://jufi.example/zh/announcements/a',
    publisher: 'JuFi',
    site: 'https://jufi.example/',
  });
  expect(json).not.toContain('<');
  expect(JSON.parse(json)).toMatchObject({
    '@type': 'NewsArticle',
    headline: announcement.title,
    description: announcement.summary,
    datePublished: announcement.publishedAt,
    dateModified: announcement.updatedAt,
    inLanguage: 'zh-Hans',
    mainEntityOfPage: 'https://jufi.example/zh/announcements/a',
  });
});
