import { type CodeOf, codeList } from "./field.ts";

/** Code lists of what is known of a person. They stand apart, because most pages do not need them: the list of nations alone is long. */

export const personCategory = codeList("PERSON_CATEGORY", "人员类别", "Person category", {
  "01": ["企业职工", "Enterprise employee"],
  "02": ["城镇登记失业人员", "Registered urban unemployed"],
  "03": ["农村转移就业劳动者", "Rural migrant worker"],
  "04": ["毕业年度高校毕业生", "Graduating-year university student"],
  "05": ["应届初高中毕业未升学(两后生)", "School leaver not continuing"],
  "06": ["脱贫人口/防返贫监测对象(原建档立卡)", "Lifted-out-of-poverty / monitored household"],
  "07": ["就业困难人员", "Person with employment difficulty"],
  "08": ["零就业家庭成员", "Member of a zero-employment family"],
  "09": ["城乡低保家庭成员", "Minimum-living-allowance family"],
  "10": ["残疾人", "Disabled person"],
  "11": ["退役军人", "Veteran"],
  "12": ["灵活就业/新就业形态", "Flexible / platform worker"],
  "13": ["离校2年内未就业高校毕业生", "Graduate unemployed within 2 years"],
  "14": ["被征地农民", "Land-expropriated farmer"],
  "15": ["戒毒康复/刑满释放人员", "Rehabilitated / released person"],
  "99": ["其他", "Other"],
});

export const idType = codeList("ID_TYPE", "证件类型", "ID type", {
  "1": ["居民身份证", "Resident ID card"],
  "2": ["港澳居民居住证", "HK/Macao residence permit"],
  "3": ["台湾居民居住证", "Taiwan residence permit"],
  "4": ["外国人永久居留身份证", "Foreign permanent-resident ID"],
  "9": ["其他", "Other"],
});

/** GB/T 2261.1-2003 */
export const sex = codeList("sex", "性别", "Sex", {
  "0": ["未知", "Unknown"],
  "1": ["男", "Male"],
  "2": ["女", "Female"],
  "9": ["未说明", "Not stated"],
});

/** GB/T 3304-1991 */
export const nation = codeList("nation", "民族", "Nation", {
  "01": ["汉族", "Han"],
  "02": ["蒙古族", "Mongol"],
  "03": ["回族", "Hui"],
  "04": ["藏族", "Tibetan"],
  "05": ["维吾尔族", "Uygur"],
  "06": ["苗族", "Miao"],
  "07": ["彝族", "Yi"],
  "08": ["壮族", "Zhuang"],
  "09": ["布依族", "Bouyei"],
  "10": ["朝鲜族", "Korean"],
  "11": ["满族", "Manchu"],
  "12": ["侗族", "Dong"],
  "13": ["瑶族", "Yao"],
  "14": ["白族", "Bai"],
  "15": ["土家族", "Tujia"],
  "16": ["哈尼族", "Hani"],
  "17": ["哈萨克族", "Kazak"],
  "18": ["傣族", "Dai"],
  "19": ["黎族", "Li"],
  "20": ["傈僳族", "Lisu"],
  "21": ["佤族", "Va"],
  "22": ["畲族", "She"],
  "23": ["高山族", "Gaoshan"],
  "24": ["拉祜族", "Lahu"],
  "25": ["水族", "Sui"],
  "26": ["东乡族", "Dongxiang"],
  "27": ["纳西族", "Naxi"],
  "28": ["景颇族", "Jingpo"],
  "29": ["柯尔克孜族", "Kirgiz"],
  "30": ["土族", "Tu"],
  "31": ["达斡尔族", "Daur"],
  "32": ["仫佬族", "Mulao"],
  "33": ["羌族", "Qiang"],
  "34": ["布朗族", "Blang"],
  "35": ["撒拉族", "Salar"],
  "36": ["毛南族", "Maonan"],
  "37": ["仡佬族", "Gelao"],
  "38": ["锡伯族", "Xibe"],
  "39": ["阿昌族", "Achang"],
  "40": ["普米族", "Pumi"],
  "41": ["塔吉克族", "Tajik"],
  "42": ["怒族", "Nu"],
  "43": ["乌孜别克族", "Uzbek"],
  "44": ["俄罗斯族", "Russian"],
  "45": ["鄂温克族", "Ewenki"],
  "46": ["德昂族", "Deang"],
  "47": ["保安族", "Bonan"],
  "48": ["裕固族", "Yugur"],
  "49": ["京族", "Gin"],
  "50": ["塔塔尔族", "Tatar"],
  "51": ["独龙族", "Derung"],
  "52": ["鄂伦春族", "Oroqen"],
  "53": ["赫哲族", "Hezhen"],
  "54": ["门巴族", "Monba"],
  "55": ["珞巴族", "Lhoba"],
  "56": ["基诺族", "Jino"],
  "97": ["其他", "Other"],
  "98": ["外国血统中国籍", "Naturalised"],
});

/** GB/T 4762-1984 */
export const politics = codeList("politics", "政治面貌", "Politics", {
  "01": ["中共党员", "CPC member"],
  "02": ["中共预备党员", "Probationary CPC member"],
  "03": ["共青团员", "Youth League member"],
  "04": ["民革党员", "RCCK member"],
  "05": ["民盟盟员", "CDL member"],
  "06": ["民建会员", "CDNCA member"],
  "07": ["民进会员", "CAPD member"],
  "08": ["农工党党员", "CPWDP member"],
  "09": ["致公党党员", "CZGP member"],
  "10": ["九三学社社员", "Jiusan Society member"],
  "11": ["台盟盟员", "TDSGL member"],
  "12": ["无党派人士", "Non-party personage"],
  "13": ["群众", "No party affiliation"],
});

/** GB/T 2261.3-2003 */
export const health = codeList("health", "健康状况", "Health", {
  "1": ["健康或良好", "Good"],
  "2": ["一般或较弱", "Fair"],
  "3": ["有慢性病", "Chronic disease"],
  "6": ["残疾", "Disabled"],
});

export type Sex = CodeOf<typeof sex>;
export type IdType = CodeOf<typeof idType>;
export type PersonCategory = CodeOf<typeof personCategory>;
