import type { Generated } from "kysely";

/** Title and text in small letters, for the search over all that is public; the database writes them. */
interface Searchable {
  searchText: Generated<string>;
}

/** Tables that no entity of the contract describes. */
declare module "../core/database/tables.ts" {
  interface Database {
    deskNoticeRead: {
      deskNoticeId: string;
      userId: string;
      readTime: Generated<string>;
    };
    message: {
      id: Generated<string>;
      kind: string;
      targetKind: string;
      target: string;
      titleZh: string;
      titleEn: string;
      textZh: string;
      textEn: string;
      link: string | null;
      createTime: Generated<string>;
    };
    messageRead: {
      messageId: string;
      userId: string;
      readTime: Generated<string>;
    };
    /** Who has read an article. */
    newsRead: {
      newsId: string;
      reader: string;
      readDay: string;
    };
    noticeRead: {
      noticeId: string;
      userId: string;
      readTime: Generated<string>;
    };
    operationalAlert: {
      alertKey: string;
      node: string;
      beginTime: Generated<string>;
      endTime: string | null;
    };
    verificationCode: {
      id: Generated<string>;
      purpose: string;
      phoneHash: string;
      codeHash: string;
      createTime: Generated<string>;
      expireTime: string;
      tries: Generated<number>;
      usedTime: string | null;
    };
  }
  /** … of tables that the contract describes. */
  interface HiddenColumns {
    FileNotice: Searchable;
    Notice: Searchable;
    SecondaryInfo: Searchable;
    TrainNews: Searchable;
    SmsMessage: {
      template: string;
      body: string | null;
      smsProviderId: string | null;
      claimedUntil: string | null;
      unsure: Generated<number>;
      expireTime: string | null;
      receipt: string | null;
    };
  }
}
