import { expect, it } from 'vitest';
import { formatCount, formatTick } from '../../src/lib/format-count.ts';

it('groups thousands in every language', () => {
  expect([formatCount(1_000, 'it-IT'), formatCount(10_000, 'it-IT'), formatCount(1_000, 'de-DE')]).toEqual(['1.000', '10.000', '1.000']);
});

it('shortens a chart’s figures as readers know them', () => {
  expect([formatTick(5_000, 'de-DE'), formatTick(5_000, 'vi-VN'), formatTick(5_000, 'it-IT')]).toEqual(['5.000', '5K', '5K']);
});
