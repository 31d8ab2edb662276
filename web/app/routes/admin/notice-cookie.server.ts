import { noticeCookie } from '../../session/notice-cookie.server.ts';
import { isNotice } from './notices.ts';

export const { leave: leaveNotice, take: takeNotice } = noticeCookie('admin-notice', isNotice);
