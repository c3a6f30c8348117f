import { menuAction, menuCategory } from "@jipei/contract/access/menu.ts";
import { sex } from "@jipei/contract/core/fields/person-codes.ts";
import { type CodeList, orderedCodes } from "@jipei/contract/core/fields/field.ts";
import { deskNoticeCategory } from "@jipei/contract/notices/desk-notice.ts";
import { regionLevel } from "@jipei/contract/settings/region.ts";

type Entry = readonly [key: string, zh: string, en: string];
type SystemList = readonly [zh: string, en: string, entries: readonly Entry[]];

const like = (list: CodeList, keys?: readonly string[]): SystemList => [
  list.zh,
  list.en,
  orderedCodes(list).flatMap(([key, [zh, en]]): Entry[] => (!keys || keys.includes(key) ? [[key, zh, en]] : [])),
];

/** Lists of the system dictionary under the codes that clients of similar products request. */
export const systemLists: Readonly<Record<string, SystemList>> = {
  sex: like(sex, ["1", "2"]),
  notice: like(deskNoticeCategory),
  menu_category: like(menuCategory),
  button_func: like(menuAction, ["1", "2", "3"]),
  yes_no: [
    "是否",
    "Yes or no",
    [
      ["1", "否", "No"],
      ["2", "是", "Yes"],
    ],
  ],
  data_scope_type: [
    "数据权限类型",
    "Kind of data scope",
    [
      ["1", "全部可见", "Everything"],
      ["2", "本人可见", "Own rows"],
      ["3", "所在机构可见", "Own department"],
      ["4", "所在机构及子级可见", "Own department and those below"],
      ["5", "自定义", "By expression"],
    ],
  ],
  api_scope_type: [
    "接口权限类型",
    "Kind of API scope",
    [
      ["1", "系统接口", "System"],
      ["2", "业务接口", "Business"],
    ],
  ],
  post_category: [
    "岗位类型",
    "Kind of post",
    [
      ["1", "高层", "Senior"],
      ["2", "中层", "Middle"],
      ["3", "基层", "Junior"],
      ["4", "其他", "Other"],
    ],
  ],
  region: like(regionLevel),
};
