import { generatePageMetadata, RootPage } from '@payloadcms/next/views';
import type { Metadata } from 'next';
import config from '#cms/payload.config.ts';
import { findQueryFault } from '#cms/requests/check-query.ts';
import { importMap } from '../importMap.js';

type PageProps = {
  params: Promise<{ segments: string[] }>;
  searchParams: Promise<{ [key: string]: string | string[] }>;
};

export function generateMetadata({ params, searchParams }: PageProps): Promise<Metadata> {
  return generatePageMetadata({ config, params, searchParams });
}

export default function Page({ params, searchParams }: PageProps) {
  return RootPage({ config, importMap, params, searchParams: usable(searchParams) });
}

/** Ignores a query string that can't be parsed. */
async function usable(searchParams: PageProps['searchParams']): PageProps['searchParams'] {
  const given = await searchParams;
  const pairs = Object.entries(given).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
  return findQueryFault(new URLSearchParams(pairs).toString()) ? {} : given;
}
