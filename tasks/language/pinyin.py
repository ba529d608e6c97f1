"""Chinese surnames in characters against their spelling in letters.

The table is our own: common surnames by their reading in pinyin. A surname with several readings accepts all, and so do
the usual spellings outside the mainland (Wade-Giles, Cantonese, Hokkien, and Korean and Vietnamese readings of the same
characters). Given names are not compared.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from itertools import pairwise

_READINGS = """
ai艾|an安|ao敖|ba巴|bai白柏|ban班|bao包鲍暴|bei贝|bi毕|bian卞边|bie别|bin宾|bo薄柏卜|bu卜步
cai蔡|cao曹操|cen岑|ceng曾|chai柴|chang常昌|chao晁巢|che车|chen陈谌沉|cheng程成承盛|chi池迟|chong种充|chou仇丑|chu储楚褚初
cong丛从|cui崔|da笪达|dai戴代|dan单但|dang党|dao刀|deng邓|di狄翟邸第|diao刁|ding丁|dong董东|dou窦豆|du杜堵都|duan段端|dun顿
e鄂|fan范樊凡|fang方房|fei费|feng冯封丰凤|fu付傅符伏扶富|gan甘干|gao高|ge葛戈盖|geng耿|gong龚宫公巩弓|gou苟勾|gu顾古谷辜
guan关管官|gui桂归|guo郭国|ha哈|hai海|han韩|hang杭|hao郝|he何贺和赫|hei黑|heng衡|hong洪红|hou侯|hu胡扈呼|hua华花滑|huai怀
huan桓宦|huang黄皇|hui惠回|huo霍火|ji纪季吉姬计冀嵇籍蓟|jia贾郏家|jian简蹇|jiang江蒋姜|jiao焦矫|jie解揭|jin金靳晋|jing景荆井敬
ju鞠居巨|kan阚|kang康|ke柯|kong孔|kou寇|kuai蒯|kuang邝匡况|la拉|lai赖来|lan兰蓝|lang郎|lao劳|lei雷|leng冷|li李黎利厉郦栗励
lian连廉练|liang梁|liao廖|lin林蔺|ling凌令|liu刘柳|long龙隆|lou娄楼|lu卢陆鲁路芦逯禄|lv吕|luan栾|luo罗骆洛|ma马麻|mai麦|man满
mao毛茅|mei梅|men门|meng孟蒙|mi米糜|miao苗缪|min闵|ming明|miu缪|mo莫墨|mou牟|mu穆慕牟木|na那|nan南|ni倪|nian年|nie聂|ning宁|niu牛钮
nong农|ou欧区|pan潘|pang庞|pei裴|peng彭|pi皮|piao朴|ping平|pu蒲濮浦朴|qi齐戚祁漆|qian钱|qiang强|qiao乔|qin秦覃|qing卿|qiu邱丘裘仇
qu曲屈瞿区|quan全权|que阙|ran冉|rao饶|ren任|rong荣容戎|ru茹汝|ruan阮|rui芮|sa萨|sang桑|seng僧|sha沙|shan单山|shang尚商|shao邵
she佘折|shen沈申慎谌|sheng盛|shi石史施师时|shou寿|shu舒束|shuai帅|shui水|si司|song宋|su苏宿|sui隋眭|sun孙|sha厦|ta塔|tai台邰太|tan谭谈覃檀
tang唐汤|tao陶|teng滕|tian田|tie铁|tong童佟仝|tu涂屠|wan万|wang王汪|wei魏韦卫尉危|wen文温闻|weng翁|wo沃|wu吴武伍邬巫乌|xi奚习席郗
xia夏|xian冼洗咸|xiang向项相|xiao肖萧|xie谢解|xin辛忻|xing邢幸|xiong熊|xiu修|xu徐许胥|xuan宣玄|xue薛|xun荀寻|yan严颜阎闫燕晏言鄢
yang杨阳羊仰|yao姚|ye叶|yi易伊衣|yin尹殷印|ying应英|yong雍|you尤游|yu于余俞喻虞庾郁鱼尉|yuan袁元苑|yue岳乐|yun云|zang臧|ze泽
zeng曾|zha查|zhai翟|zhan詹湛占|zhang张章|zhao赵|zhen甄|zheng郑|zhi支|zhong钟仲种|zhou周|zhu朱祝诸竺|zhuang庄|zhuo卓|zi訾|zong宗|zou邹|zu祖|zuo左
chanyu单于|dongfang东方|duanmu端木|gongsun公孙|huangfu皇甫|linghu令狐|murong慕容|nangong南宫|ouyang欧阳|shangguan上官|sikong司空|sima司马
situ司徒|tuoba拓跋|weichi尉迟|yuchi尉迟|xiahou夏侯|xianyu鲜于|zhangsun长孙|zhuge诸葛
"""
_ELSEWHERE = """
陈chan tan chen jin tran chin|黄wong hwang ng huynh hoang hwang oei|张cheung chang jang teo truong chong
李lee yi rhee ri ly lei|王wong wang heng ong vuong|林lam lim rim im|刘lau liu yu yoo ryu low luu lew
吴ng goh o oh ngo woo|郑cheng jung jeong chung tay trinh|蔡choi tsai chae chua thai choy|何ho ha hor
杨yeung yang yeo duong young|周chow chou joo ju chau|许hui hsu heo hur koh hua|徐tsui hsu seo suh chui
郭kwok kuo kwak quach kuok|梁leung liang yang neo luong|曾tsang tseng zeng jeung chan tang|谢tse hsieh chia ta
罗law lo na la|叶yip yeh yap diep ip|邓tang teng deng dang|冯fung feng phung pung|朱chu joo ju
卢lo lu roh noh lou|赵chiu chao jo cho trieu|胡wu hu ho woo|高ko kao go koh cao|江kong chiang kang kiang giang
谭tam tan dam|潘poon pan ban phan pun|余yu yee yue seo du|苏so su soh to|彭pang peng|钟chung chong jong
洪hung hong ang|邱yau chiu chew khoo ku|萧siu hsiao so|肖xiao siu hsiao|孙suen sun son|石shek shih seok thach
金kim jin gim kam|崔choi choe cui tsui|姜kang jiang geung keung|尹yoon yun yin wan|申shin shen sin
任lim im yim ren jen|柳ryu yoo yu liu|朴park pak bak piao|白baek paik pak bai|文moon mun wen man|南nam nan
安ahn an on|裴bae pei bui pui|权kwon gwon quan|具koo gu ku|全jeon chun|田jeon chun tin tian
丁chung jeong ting ding dinh|康kang hong|吕lu lv lyu lui leu yeo lü lue|鲁lu lo roh|沈shen shum sim shim tham
温wan wen on|严yim yen um eom nghiem|阮nguyen yuen ruan won|武vo wu mu|范pham fan fam beom|黎le li lai|马ma
龙loong lung long|雷lui lei loi|魏ngai wei wi nguy|韩hon han|方fong fang bang phuong|欧au ou|邹chow tsou zou
关kwan guan|麦mak mai|莫mok mo mac|区au ou ow|陆luk lu luc|汤tong tang|唐tong tang dang|施sze shih sy si|伍ng wu
董tung dong|庄chong chuang zhuang|翁yung weng ong|甘kam gan|简kan chien jian|戴tai dai|傅fu foo po
廖liu liao liew liau|熊hung hsiung|程ching cheng|曹cho tsao cao jo|袁yuen yuan won|夏ha hsia ha|蒋cheung chiang
姚yiu yao yeo|詹chim chan jim|游yau yu|古koo ku|钱chin chien|秦chun chin jin|俞yu yoo|于yu woo
薛sit hsueh seol tiet|侯hau hou|段tuan duan|尤yau yu|涂to tu|童tung|章cheung chang jang|成sung seong shing
"""
_TRADITIONAL = str.maketrans(
    "陳黃張劉吳鄭楊許謝羅葉鄧馮盧趙蘇鐘鍾蕭孫呂魯嚴閻馬龍韓歐鄒關麥區陸湯莊簡東蔣錢賈顧龔紀賴藍連藺婁樓駱欒門閔繆寧鈕龐齊喬饒榮芮薩邵師時壽譚談萬衛韋聞鄔習項顏閆陽應遊魚雲臧澤翟張鄭鐘諸祝車貝畢邊賓竇單黨丟豐費馮傅鞏勾貢歸國賀紅華滑懷霍計薊郟來蘭勞麗厲勵廉練凌盧婁滿毛孟聶農濮錢強闕戎書孫湯滕鐵塗萬溫烏鄔郗蕭葉尹訾長鮮尉遲諸葛權",
    "陈黄张刘吴郑杨许谢罗叶邓冯卢赵苏钟钟萧孙吕鲁严阎马龙韩欧邹关麦区陆汤庄简东蒋钱贾顾龚纪赖蓝连蔺娄楼骆栾门闵缪宁钮庞齐乔饶荣芮萨邵师时寿谭谈万卫韦闻邬习项颜闫阳应游鱼云臧泽翟张郑钟诸祝车贝毕边宾窦单党丢丰费冯傅巩勾贡归国贺红华滑怀霍计蓟郏来兰劳丽厉励廉练凌卢娄满毛孟聂农濮钱强阙戎书孙汤滕铁涂万温乌邬郗萧叶尹訾长鲜尉迟诸葛权",
)


@cache
def _tables() -> tuple[Mapping[str, frozenset[str]], Mapping[str, frozenset[str]], frozenset[str]]:
    """Surname → its pinyin; surname → further spellings; all pinyin of surnames."""
    pinyin: dict[str, set[str]] = defaultdict(set)
    for entry in _READINGS.replace("\n", "|").strip("|").split("|"):
        reading = "".join(c for c in entry if c.isascii())
        names = entry.removeprefix(reading)
        for name in [names] if len(reading) > 6 or names in _COMPOUND else list(names):
            pinyin[name].add(reading)
    elsewhere: dict[str, set[str]] = defaultdict(set)
    for entry in _ELSEWHERE.replace("\n", "|").strip("|").split("|"):
        elsewhere[entry[0]].update(entry[1:].split())
    # What is spelt like a surname of another reading: `lu` is both 卢 and 吕.
    known = frozenset(reading for readings in pinyin.values() for reading in readings) | {"lu", "lyu"}
    return (
        {name: frozenset(readings) for name, readings in pinyin.items()},
        {name: frozenset(readings) for name, readings in elsewhere.items()},
        known,
    )


_COMPOUND_NAMES = "单于 东方 端木 公孙 皇甫 令狐 慕容 南宫 欧阳 上官 司空 司马 司徒 拓跋 尉迟 夏侯 鲜于 长孙 诸葛"
_COMPOUND = frozenset(_COMPOUND_NAMES.split())


def _letters(word: str) -> str:
    text = unicodedata.normalize("NFD", word.casefold().replace("ü", "v"))
    return "".join(c for c in text if c.isascii() and c.isalpha())


def same_surname(chinese: str, latin: str) -> bool | None:
    """May the bearer of a name in characters (`欧阳娜娜`, surname first) be the one written `latin` (a whole name)?

    True where a word of `latin` spells the surname; False where none does and one is a Chinese surname in pinyin; None
    where the surname is not in the table, or the spelling is none that we know.
    """
    pinyin, elsewhere, known = _tables()
    name = chinese.translate(_TRADITIONAL)
    surname = name[:2] if name[:2] in _COMPOUND else name[:1]
    readings = set(pinyin.get(surname, ()))
    if not readings:
        return None
    if "lv" in readings:
        readings |= {"lu", "lyu", "lue"}
    words = [w for w in map(_letters, latin.replace("-", " ").split()) if w]
    joined = [x + y for x, y in pairwise(words)]  # `Ou-Yang`
    if any(w in readings or w in elsewhere.get(surname, ()) for w in (*words, *joined)):
        return True
    return False if words and any(w in known for w in words) else None
