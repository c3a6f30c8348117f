/**
 * The part of a Chinese address down to its county (县, 区, county-level 市, 旗), as written: "江苏省常州市溧阳市昆仑街道…" gives "江苏省常州市溧阳市".
 * Where the county is missing, the city or the province remains; of any other text nothing remains, since showing too little does no harm.
 */
export function upToCounty(address: string): string {
  const [all] = divisions.exec(address.replace(/\s+/g, "")) as RegExpExecArray;
  return all;
}

// Parts below the county contain words such as 路 (road): a name with one of them after its first character is not that of a county.
const name = (least: number, most: number) =>
  `.(?:(?![路街巷弄道村号省\\d０-９]|镇(?!市)|乡(?![市县])).){${least - 1},${most - 1}}?`;
const province = `${name(2, 8)}(?:省|自治区|特别行政区)`;
const city = `${name(2, 10)}(?:市(?!场|民|政|委)|自治州|地区)|${name(2, 6)}盟(?=.{2,10}[旗县市])`;
/** 幸福小区, 某某社区, 工业园区, 开发区, 厂区 and the like are not districts. */
const district = `${name(1, 14)}(?<!小|社|园|开发|街|厂|校|景|库|营|住宅|工业|生活|家属|别墅|院)区`;
const county = `${district}|${name(1, 14)}(?:县(?!道|城|医)|市(?!场|民|政|委))|${name(2, 8)}旗(?![区县路街小])`;
const divisions = new RegExp(`^(?:${province})?(?:${city})?(?:${county})?`);
