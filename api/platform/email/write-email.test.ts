import { describe, expect, it } from 'vitest';
import type { EmailParts } from './email-parts.ts';
import { writeEmail } from './write-email.ts';

const firm = { name: 'Acme & Sons', phone: '(555) 010-0100', phoneHref: 'tel:+15550100100' };
const parts: EmailParts = {
  firm,
  subject: 'Your link',
  heading: 'Finish when you are ready',
  paragraphs: ['First paragraph.', 'Second paragraph.'],
  action: { label: 'Go on', url: 'https://site.example/resume?link=a&b=c' },
  reference: 'K7QH-M9XC',
};

describe('an email', () => {
  it('only links to web pages', () => {
    for (const url of [
      'javascript:alert(1)',
      '/relative',
      'https://a.example/"onclick=',
      'data:text/html,x',
      '',
    ])
      expect(() => writeEmail({ ...parts, action: { label: 'Go', url } })).toThrow(/web only/);
  });

  it('shows every value as it was written, and treats none of it as HTML', () => {
    const attack = `<script>alert("1")</script> & 'two' <img src=x onerror=y>`;
    const { html, text } = writeEmail({
      ...parts,
      firm: { ...firm, name: attack },
      subject: attack,
      heading: attack,
      paragraphs: [attack],
      action: { label: attack, url: 'https://site.example/' },
      reference: attack,
    });
    expect(html).not.toMatch(/<script|<img|onerror=y>/);
    expect(html.match(/&#60;script&#62;/g)?.length).toBeGreaterThanOrEqual(6);
    expect(text).toContain(attack);
  });

  it('keeps its subject on one line, so that no header can be added', () => {
    expect(writeEmail({ ...parts, subject: 'One\r\nBcc: all@example.com' }).subject).toBe(
      'One Bcc: all@example.com',
    );
  });

  it('says the same in text and in HTML, in the same order', () => {
    const { html, text } = writeEmail(parts);
    const shown = html
      .replace(/<head>[\s\S]*<\/head>/, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
    const order = [
      parts.heading,
      ...parts.paragraphs,
      'Go on',
      parts.action?.url ?? '',
      'K7QH-M9XC',
      firm.phone,
    ];
    for (const body of [text, shown]) {
      const places = order.map((part) => body.indexOf(part));
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(places).not.toContain(-1);
    }
  });

  it('loads nothing, runs nothing and declares its language and subject', () => {
    const { html } = writeEmail(parts);
    expect(html).toMatch(/^<!doctype html>\n<html lang="en"/);
    expect(html).toContain('<title>Your link</title>');
    expect(html).not.toMatch(/<(img|script|link|iframe|form|object)|url\(|@import|src=/i);
    expect(html.match(/href="[^"]*"/g)).toEqual([
      'href="https://site.example/resume?link=a&#38;b=c"',
      'href="https://site.example/resume?link=a&#38;b=c"',
      'href="tel:+15550100100"',
    ]);
  });

  it('uses no font size below 17 px', () => {
    const sizes = [...writeEmail(parts).html.matchAll(/font-size:(\d+)px/g)].map(([, size]) => Number(size));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(17);
  });

  it('can be sent while the site settings are empty', () => {
    const { text, html } = writeEmail({ ...parts, firm: { name: '', phone: '', phoneHref: 'tel:+1' } });
    expect(text).toMatch(/Questions\? Call us\. [\s\S]*\nA private firm\. Not the Social Security/);
    expect(html).not.toContain('tel:');
  });
});
