import { generatePageMetadata, NotFoundPage } from '@payloadcms/next/views';
import type { Metadata } from 'next';
import config from '#cms/payload.config.ts';
import { importMap } from '../importMap.js';

type NotFoundProps = {
  params: Promise<{ segments: string[] }>;
  searchParams: Promise<{ [key: string]: string | string[] }>;
};

export function generateMetadata({ params, searchParams }: NotFoundProps): Promise<Metadata> {
  return generatePageMetadata({ config, params, searchParams });
}

export default function NotFound({ params, searchParams }: NotFoundProps) {
  return NotFoundPage({ config, importMap, params, searchParams });
}
